#!/usr/bin/env python3
"""open.py: compiles core main and makes public what another room uses, until it compiles."""
import re,subprocess,os,sys,glob
root=sys.argv[1]; kinds=sys.argv[2:] or ['main']
cp=open('class-path.txt').read().strip()
src={}
KEY=('return','new','throw','else','case','public','private','protected','assert','yield')
def fix(line,pat):
    m=re.match(pat,line)
    if not m: return line
    ind=len(m.group(1))
    first=line.split()[0]
    if first in KEY: return line
    if ind==4 and (' = ' in line.split('(')[0] or line.rstrip().endswith(';') and '(' in line): return line
    if ind not in (2,4): return line
    return m.group(1)+'public '+line[ind:]
def index():
    src.clear()
    for f in glob.glob(root+'/core/src/main/java/**/*.java',recursive=True): src[os.path.basename(f)[:-5]]=src.get(os.path.basename(f)[:-5],[])+[f]
def compile():
    out='target/out'; os.makedirs(out,exist_ok=True)
    fs=glob.glob(root+'/core/src/main/java/**/*.java',recursive=True)
    open('target/src.txt','w').write('\n'.join(fs))
    r=subprocess.run(['nice','javac','-nowarn','-proc:none','-Xmaxerrs','5000','-Xdiags:verbose','-d',out,'-cp',cp,'@target/src.txt'],capture_output=True,text=True)
    return r.stderr
def find(simple,pkg=None):
    for f in src.get(simple,[]):
        if pkg is None or re.search(r'^package %s;'%re.escape(pkg),open(f).read(),re.M): return f
opened=set()
for it in range(40):
    index(); err=compile()
    es=re.findall(r'^(\S+\.java):(\d+): error: (.*)$',err,re.M)
    if not es: print('compiles after',it); break
    changed=0; other=[]
    todo=set()
    for f,l,m in es:
        a=re.match(r'(\w+) is not public in (io\.rowlock\.[\w.]+); cannot',m)
        if a:
            todo.add(('class',a.group(2),a.group(1))); continue
        a=re.match(r'([\w<>]+)(\(.*\))? is not public in (\S+?); cannot',m)
        if a:
            todo.add(('member',a.group(3),re.sub('<.*>','',a.group(1)))); continue
        a=re.match(r'(\w+)(\(.*\))? is defined in an inaccessible class',m)
        if a: continue
        other.append((f,l,m))
    for kind,c,n in re.findall(r'^ +(method|constructor) ([\w.]+?)\.(?:<.*?>)?(\w+)\(',err,re.M):
        if c.split('.')[0] in src: todo.add(('member',c,n))
    for c in re.findall(r'no suitable constructor found for (\w+)\(',err): todo.add(('member',c,c))
    for k,w,n in todo:
        if k=='class':
            pk=w; simple=n
            f=find(n,pk)
            if f is None: # nested: package part has class
                continue
            s=open(f).read()
            s2=re.sub(r'^((?:abstract |final |sealed |non-sealed )*(?:class|interface|enum|record|@interface) %s\b)'%n,r'public \1',s,count=1,flags=re.M)
            if s2!=s: open(f,'w').write(s2); changed+=1; opened.add(w+'.'+n)
        else:
            cls=w.split('<')[0]; parts=cls.split('.')
            # Outer.Inner or Inner or fq
            cand=None
            for p in parts:
                if p in src: cand=p; break
            if cand is None:
                # nested type by simple name: find the file that declares it
                for nm,fl in src.items():
                    if re.search(r'(class|interface|enum|record) %s\b'%parts[-1],open(fl[0]).read()): cand=nm; break
            if cand is None: other.append(('?',0,str((k,w,n)))); continue
            f=(find(cand,None) if cand!='Attempt' else [x for x in src[cand] if '/protocol/' in x][0]); s=open(f).read()
            ctor = n==parts[-1]
            if ctor: pat=r'^(  +)(?!public|private|protected|return|new|throw|else|=)((?:@\w+(?:\([^\n]*\))? )*%s\()'%n
            else: pat=r'^(  +)(?!public|private|protected|return|new|throw|else|case|\.|\?|:|\}|//|\*)((?:@[\w.]+ )*(?:(?:static|final|abstract|default|synchronized|sealed) )*(?:<[^\n]*?> )?(?:(?:class|interface|enum|record) %s\b|[\w.<>\[\], ?@]+ %s ?(?:\(|;|=)))'%(n,n)
            s2='\n'.join(fix(line,pat) for line in s.split('\n'))
            if s2!=s: open(f,'w').write(s2); changed+=1; opened.add(w+'#'+n)
            else: other.append((f,0,'cannot open %s %s'%(w,n)))
    print(it,len(es),'errors, changed',changed,'other',len(other))
    if not changed:
        for o in other[:25]: print(o)
        break
open('target/opened.txt','w').write('\n'.join(sorted(opened)))
