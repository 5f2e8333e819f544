import { spawn, spawnSync } from 'node:child_process';

/** Prometheus' checker, from PROMTOOL or the PATH; null: not installed. */
export function findPromtool(): string | null {
  const file = process.env['PROMTOOL'] ?? 'promtool';
  return spawnSync(file, ['--version']).status === 0 ? file : null;
}

/** The complaints of `promtool check metrics`; empty: none. */
export async function promtoolProblems(promtool: string, text: string): Promise<string> {
  const { code, output } = await runPromtool(promtool, ['check', 'metrics'], text);
  return code === 0 ? output : `${output}exit code ${code}`;
}

/** `output`: both streams. */
export function runPromtool(
  promtool: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(promtool, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
    child.stdin.end(input);
  });
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses Prometheus' text format; throws at an invalid line or a repeated series. */
export function readMetrics(text: string): { samples: Sample[]; types: Map<string, string> } {
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  for (const line of text.split('\n')) {
    if (line === '' || /^# HELP [a-z_:][a-z0-9_:]* \S/i.test(line)) continue;
    const type = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/i.exec(line);
    if (type !== null) {
      if (types.has(type[1]!)) throw new Error(`a type is given twice: ${line}`);
      types.set(type[1]!, type[2]!);
      continue;
    }
    const sample = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|-?\d[\d.e+-]*)$/i.exec(line);
    if (sample === null) throw new Error(`not a line of the format: ${line}`);
    const [, name = '', labelText = '', value = ''] = sample;
    const pairs = [...labelText.matchAll(/([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gi)];
    if (pairs.map(([pair]) => pair).join('') !== labelText) throw new Error(`not labels: ${line}`);
    const series = `${name}{${labelText}}`;
    if (seen.has(series)) throw new Error(`a series comes twice: ${line}`);
    seen.add(series);
    const labels = Object.fromEntries(pairs.map(([, label = '', content = '']) => [label, content]));
    samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
  }
  return { samples, types };
}

/** Sums the samples of a name that have these labels. */
export function total(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
