import { PostgresServer } from './postgres/postgres-server';
import { Client, Pool } from 'pg';
import { readSettings } from '../src/stores/postgres/settings';
import { PostgresPool } from '../src/stores/postgres/pool';
import { PostgresPlants } from '../src/stores/postgres/plant-table';
import { TablePlantStore } from '../src/stores/table-plant-store';
import { migrate } from '../src/stores/postgres/migrations';
async function main() {
  const s = await PostgresServer.create();
  try {
    const url = await s.createDatabase();
    const settings = readSettings(url);
    const pool = new PostgresPool(settings);
    await migrate(pool, { name: 'x', mustExist: false });
    const plants = new PostgresPlants(pool);
    let id = 0n;
    const raw = new Pool({ connectionString: url, max: 10 });
    async function load(label: string, create: (p: {id: bigint, name: string, tag: string}) => Promise<unknown>, conc = 64, ms = 3000) {
      const end = Date.now() + ms; let n = 0; const lat: number[] = []; const cpu = process.cpuUsage();
      await Promise.all(Array.from({length: conc}, async () => { while (Date.now() < end) { const t = performance.now(); await create({ id: id++, name: 'Monstera deliciosa', tag: 'tropical' }); lat.push(performance.now() - t); n++; } }));
      const c = process.cpuUsage(cpu); lat.sort((a,b)=>a-b);
      console.log(label.padEnd(30), conc, Math.round(n / (ms/1000)), '/s p50', lat[n>>1]!.toFixed(2), 'p99', lat[Math.floor(n*.99)]!.toFixed(2), 'max', lat[n-1]!.toFixed(1), 'cpu us/create', ((c.user+c.system)/n).toFixed(0));
    }
    const sql = 'INSERT INTO plants (id,name,tag) VALUES ($1,$2,$3) ON CONFLICT (id) DO NOTHING RETURNING id';
    for (let round = 0; round < 2; round++) {
      await load('single row, pool 10', (p) => raw.query(sql, [p.id, p.name, p.tag]));
      for (const c of [1,2,3,4,8]) { const st = new TablePlantStore(plants, c); await load('under way ' + c, (p) => st.create(p)); }
      await load('single row, pool 10', (p) => raw.query(sql, [p.id, p.name, p.tag]), 1);
      for (const c of [1,2]) { const st = new TablePlantStore(plants, c); await load('under way ' + c, (p) => st.create(p), 1); }
    }
    for (const c of [1,2,4]) { const st = new TablePlantStore(plants, c); await load('under way ' + c, (p) => st.create(p), 512); }
    // forms
    const client = new Client(url); await client.connect();
    const N = 2000;
    const forms: Record<string, (rows: any[]) => Promise<unknown>> = {
      unnest: (rows) => client.query({ text: 'INSERT INTO plants (id,name,tag) SELECT * FROM unnest($1::bigint[],$2::text[],$3::text[]) ON CONFLICT (id) DO NOTHING RETURNING id', values: [rows.map(r=>r.id), rows.map(r=>r.name), rows.map(r=>r.tag)], rowMode: 'array' }),
      unnestNamed: (rows) => client.query({ name: 'u', text: 'INSERT INTO plants (id,name,tag) SELECT * FROM unnest($1::bigint[],$2::text[],$3::text[]) ON CONFLICT (id) DO NOTHING RETURNING id', values: [rows.map(r=>r.id), rows.map(r=>r.name), rows.map(r=>r.tag)], rowMode: 'array' }),
      unnestIdText: (rows) => client.query({ text: 'INSERT INTO plants (id,name,tag) SELECT * FROM unnest($1::bigint[],$2::text[],$3::text[]) ON CONFLICT (id) DO NOTHING RETURNING id', values: ['{' + rows.map(r=>r.id).join(',') + '}', rows.map(r=>r.name), rows.map(r=>r.tag)], rowMode: 'array' }),
      json: (rows) => client.query({ text: `INSERT INTO plants (id,name,tag) SELECT id,name,tag FROM json_to_recordset($1) AS r(id bigint, name text, tag text) ON CONFLICT (id) DO NOTHING RETURNING id`, values: ['[' + rows.map(r => `{"id":${r.id},"name":${JSON.stringify(r.name)},"tag":${JSON.stringify(r.tag)}}`).join(',') + ']'], rowMode: 'array' }),
      notIn: (rows) => client.query({ text: `WITH given AS MATERIALIZED (SELECT id,name,tag FROM unnest($1::bigint[],$2::text[],$3::text[]) AS g(id,name,tag)), added AS (INSERT INTO plants (id,name,tag) SELECT id,name,tag FROM given ON CONFLICT (id) DO NOTHING RETURNING id) SELECT id FROM given EXCEPT ALL SELECT id FROM added`, values: ['{' + rows.map(r=>r.id).join(',') + '}', rows.map(r=>r.name), rows.map(r=>r.tag)], rowMode: 'array' }),
    };
    for (const size of [20, 2000, 5000]) for (let k = 0; k < 2; k++) for (const [name, f] of Object.entries(forms)) {
      const batches = Math.max(20, Math.round(40000 / size)); const all = Array.from({length: batches}, () => Array.from({length: size}, () => ({ id: id++, name: 'Monstera deliciosa', tag: 'tropical' })));
      const cpu = process.cpuUsage(); const t = performance.now();
      for (const rows of all) await f(rows);
      const ms = performance.now() - t; const c = process.cpuUsage(cpu);
      if (k) console.log(name.padEnd(14), size, Math.round(batches*size/ms*1000), 'rows/s', (ms / batches).toFixed(2), 'ms/batch, cpu us/row', ((c.user+c.system)/(batches*size)).toFixed(1));
    }
    const t = performance.now(); let n = 0; for await (const rows of plants.pages()) n += rows.length; console.log('export', n, Math.round(n/(performance.now()-t)*1000), '/s');
    await client.end(); await raw.end(); await pool.close();
  } finally { await s.remove(); }
}
main().catch(console.error);
