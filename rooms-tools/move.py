#!/usr/bin/env python3
"""move.py ROOT: moves classes of internal.protocol into rooms, fixes packages and imports."""
import os,re,subprocess,sys,collections
root=sys.argv[1]
exec(open('rooms_map.py').read())   # ROOMS: simple name -> target package, TESTS likewise
P='io.rowlock.internal.protocol'
core=root+'/core/src/'
def path(kind,pkg,name): return core+kind+'/java/'+pkg.replace('.','/')+'/'+name+'.java'
moved={}
for kind,m in (('main',ROOMS),('test',TESTS)):
    for name,(old,new) in m.items():
        a,b=path(kind,old,name),path(kind,new,name)
        if not os.path.exists(a): print('missing',kind,name); continue
        os.makedirs(os.path.dirname(b),exist_ok=True)
        subprocess.check_call(['git','-C',root,'mv',a,b])
        s=open(b).read(); s=s.replace('package %s;'%old,'package %s;'%new,1); open(b,'w').write(s)
        moved[(old,name)]=new
# where every class of core lives now: simple -> package (main and test), for packages that were touched
home={}
for kind in ('main','test'):
    for d,_,fs in os.walk(core+kind+'/java'):
        for f in fs:
            if f.endswith('.java') and f!='package-info.java':
                home.setdefault(f[:-5],set()).add(d[len(core+kind+'/java/'):].replace('/','.'))
oldpk={o for o,_ in moved}
def strip(s):
    s=re.sub(r'"(?:\\.|[^"\\])*"','""',s)
    return s
for top in ('core','tpcc-bench','integration-tests','docs','peers','extras'):
    for d,_,fs in os.walk(root+'/'+top):
        if '/target' in d: continue
        for f in fs:
            if not f.endswith('.java'): continue
            p=d+'/'+f; s=o=open(p).read()
            for (old,name),new in moved.items():
                s=re.sub(r'\b'+re.escape(old)+r'\.'+name+r'\b',new+'.'+name,s)
            pk=re.search(r'^package ([\w.]+);',s,re.M).group(1)
            # neighbours of before: everything that was in the same package as this file
            before=[o2 for (o2,n2),nw in moved.items() if nw==pk and n2==f[:-5]]
            was=before[0] if before else pk
            if was in oldpk:
                body=strip(re.sub(r'^import .*;$','',s,flags=re.M))
                have=set(re.findall(r'^import (?:static )?([\w.]+);',s,re.M))
                need=[]
                words=set(re.findall(r'\b[A-Z]\w*\b',body))
                for w in words:
                    if w==f[:-5]: continue
                    # class that lived in the same old package
                    now=None
                    if (was,w) in moved: now=moved[(was,w)]
                    elif was in home.get(w,()) : now=was
                    if now and now!=pk and now+'.'+w not in have and not any(h.endswith('.'+w) for h in have):
                        need.append('import %s.%s;'%(now,w))
                if need:
                    m=re.search(r'^import ',s,re.M)
                    block='\n'.join(sorted(need))+'\n'
                    if m: s=s[:m.start()]+block+s[m.start():]
                    else: s=re.sub(r'^(package [\w.]+;\n)',r'\1\n'+block,s,count=1,flags=re.M)
            if s!=o: open(p,'w').write(s)
print('moved',len(moved))
