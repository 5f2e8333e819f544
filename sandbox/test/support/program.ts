import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'sandbox');

/** The sandbox compiled into a scratch folder, so that tests need no build. Other checks cover types. */
export function compileSandbox(): { readonly main: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-program-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const file of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const source = join(file.parentPath, file.name);
    const target = join(folder, relative(SOURCES, source).replace(/\.ts$/, '.js'));
    const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, useDefineForClassFields: false },
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
  return {
    main: join(folder, 'main.js'),
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

export function runProgram(main: string, environment: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [main, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.errors += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? signal ?? 'unknown');
    });
  });
  return { output, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}
