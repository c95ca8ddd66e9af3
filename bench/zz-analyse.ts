import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { findBrowser } from '../tools/browser.ts';
const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
const port = await freePort();
const server = new ServerProcess(dataDir, port, { PUBLIC_URL: `http://localhost:${port}` });
await server.start();
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-background-networking'] });
const sets: Record<string, [string, number, number][]> = {};
async function of(page, path, shown) {
  const scripts: any[] = [];
  const t0 = Date.now();
  page.on('response', (r) => { if (r.request().resourceType() === 'script' || new URL(r.url()).pathname.endsWith('.js')) scripts.push([new URL(r.url()).pathname, r.body(), Date.now()-t0]); });
  await page.goto(path); await shown(); const ts = Date.now()-t0; await page.waitForLoadState('networkidle');
  const list: any[] = [];
  for (const [p, b, t] of scripts) list.push([p, gzipSync(await b).length, t - ts]);
  sets[path] = list;
  console.log(path, list.reduce((s, x) => s + x[1], 0) / 1000, list.length, 'files');
}
try {
  const page = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage();
  await of(page, '/login', () => page.getByRole('button', { name: 'Log in', disabled: false }).waitFor());
  const s = await fetch(`${server.base}/api/register-mobile`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com', password: goodPassword, password_confirmation: goodPassword }) });
  const { data } = (await s.json()) as any;
  const home = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage();
  await home.route('**/api/events*', (r) => r.abort());
  await home.goto('/builds/latest.json');
  await home.evaluate((g) => { localStorage.setItem('token', g.token); localStorage.setItem('user', JSON.stringify(g.user)); localStorage.setItem('profile', JSON.stringify(g.profile)); }, data);
  await of(home, '/dashboard', () => home.getByRole('heading', { level: 1 }).waitFor());
} finally { await browser.close(); await server.stop(); await rm(dataDir, { recursive: true, force: true }); }
// source maps
const V: Record<string, number> = {}; 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').forEach((c, i) => (V[c] = i));
function seg(s: string) { const out: number[] = []; let sh = 0, v = 0; for (const c of s) { const d = V[c]!; v |= (d & 31) << sh; if (d & 32) sh += 5; else { out.push(v & 1 ? -(v >> 1) : v >> 1); v = 0; sh = 0; } } return out; }
for (const path of Object.keys(sets)) {
  const by: Record<string, number> = {}; const files: string[] = [];
  for (const [p, gz, late] of sets[path]!) {
    files.push(`${String(gz).padStart(7)} ${String(late).padStart(6)} ${p}`);
    const f = 'apps/web/dist' + p; const code = readFileSync(f, 'utf8'); const ratio = gz / code.length;
    if (!existsSync(f + '.map')) { by['(' + p.replace(/-[^-]*\.js$/, '') + ')'] = gz; continue; }
    const map = JSON.parse(readFileSync(f + '.map', 'utf8'));
    const lines = code.split('\n'); let src = 0;
    map.mappings.split(';').forEach((l: string, i: number) => {
      let col = 0, prevCol = 0, prevSrc = -1;
      const add = (to: number) => { const n = prevSrc < 0 ? '(runtime ' + p.split('/').pop()!.slice(0,18) + ')' : map.sources[prevSrc]; by[n] = (by[n] ?? 0) + (to - prevCol) * ratio; };
      for (const sgm of l ? l.split(',') : []) { const d = seg(sgm); col += d[0]!; if (d.length > 1) src += d[1]!; add(col); prevCol = col; prevSrc = d.length > 1 ? src : -1; }
      add((lines[i] ?? '').length);
    });
  }
  const pkg: Record<string, number> = {};
  for (const [k, v] of Object.entries(by)) {
    const m = /node_modules\/((?:@[^/]+\/)?[^/]+)/g; let last; let x; while ((x = m.exec(k))) last = x[1];
    const q = /src\/(features\/[^/]+|platform|ui|app|routes)/.exec(k);
    const key = last ? 'pkg ' + last : q ? q[1]! : k.replace(/.*(packages|messages)\//, '$1/');
    pkg[key] = (pkg[key] ?? 0) + v;
  }
  const show = (o: Record<string, number>) => Object.entries(o).sort((a, b) => b[1] - a[1]).map(([k, v]) => `${(v / 1000).toFixed(2).padStart(8)} ${k}`).join('\n');
  writeFileSync(`/tmp/budget/${path.slice(1)}.txt`, `FILES\n${files.join('\n')}\n\nGROUPS\n${show(pkg)}\n\nSOURCES\n${show(by)}\n`);
}
