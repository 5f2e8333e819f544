import pg from 'pg';

const SAMPLES = 80;
const LONGEST_PAUSE_MS = 15_000;
const PATIENCE_MS = 10_000;
/** Tables with fewer changes than this, all in all, are of no interest. */
const HOT = 1000;

/**
 * Looks at the replicas' metrics and Postgres' statistics, every 15 s in a long run, until `stop`.
 * @param {readonly import('./replica.mjs').Replica[]} replicas
 * @param {string} databaseUrl
 * @param {number} minutes of the run
 * @returns {{ samples: import('./steadiness.mjs').Sample[], stop(): Promise<void> }}
 */
export function startSampling(replicas, databaseUrl, minutes) {
  /** @type {import('./steadiness.mjs').Sample[]} */
  const samples = [];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, query_timeout: PATIENCE_MS });
  pool.on('error', () => undefined); // the next query reports it
  const since = performance.now();
  const look = async () => {
    try {
      const [own, stored] = await Promise.all([Promise.all(replicas.map(memoryOf)), storageOf(pool)]);
      samples.push({ atMs: performance.now() - since, replicas: Object.fromEntries(own.flat()), ...stored });
    } catch {
      // Postgres is down, as drills want it at times.
    }
  };
  let looking = Promise.resolve();
  const pause = Math.min(LONGEST_PAUSE_MS, (minutes * 60_000) / SAMPLES);
  const timer = setInterval(() => (looking = looking.then(look)), pause);
  return {
    samples,
    async stop() {
      clearInterval(timer);
      await looking;
      if (!pool.ended) await pool.end();
    },
  };
}

/** @param {import('./replica.mjs').Replica} replica @returns {Promise<[string, { residentBytes: number, heapBytes: number }][]>} */
async function memoryOf({ name, url }) {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const gauge = (/** @type {string} */ of) => Number(new RegExp(`^${of} (\\S+)$`, 'm').exec(text)?.[1]);
    const heapBytes = gauge('nodejs_heap_size_used_bytes');
    return [[name, { residentBytes: gauge('process_resident_memory_bytes'), heapBytes }]];
  } catch {
    return [];
  }
}

/** @param {pg.Pool} pool */
async function storageOf(pool) {
  const [all] = (await pool.query(WHOLE)).rows;
  const { rows: tables } = await pool.query(TABLES);
  return {
    connections: Number(all.connections),
    databaseBytes: Number(all.database),
    indexBytes: Number(all.indexes),
    tables: Object.fromEntries(
      tables.map(({ name, ...counts }) => [
        name,
        { live: +counts.live, dead: +counts.dead, changed: +counts.changed, bytes: +counts.bytes },
      ]),
    ),
  };
}

const WHOLE = `
  SELECT (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ramp-checkout') AS connections,
         pg_database_size(current_database()) AS database,
         (SELECT sum(pg_indexes_size(relid)) FROM pg_stat_user_tables) AS indexes`;
const TABLES = `
  SELECT relname AS name, n_live_tup AS live, n_dead_tup AS dead, n_tup_upd + n_tup_del AS changed,
         pg_total_relation_size(relid) AS bytes
    FROM pg_stat_user_tables WHERE n_tup_upd + n_tup_del > ${HOT} ORDER BY 1`;
