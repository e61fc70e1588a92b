import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Builds the browser's program when its sources have changed since the last build. */

const root = resolve(import.meta.dirname, '..')
const stampFile = join(root, 'dist/web.stamp')
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'scripts/web-{chunks,compress}.ts',
  'package-lock.json',
  'web/**/*',
  'platform/web/**/*',
  'platform/{declare,format}/**/*.ts',
  // pages read .ts beside them, their English among it
  'areas/**/*.{ts,tsx,css,svg,png}',
]

/** Hash over names and contents of everything the build reads. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root }).filter(file => !/\.test\.tsx?$/.test(file) && statSync(join(root, file)).isFile())
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds when needed; true when it has built. */
export function buildWeb(say: (line: string) => void): boolean {
  const hash = sourceHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash && existsSync(join(root, 'dist/web/index.html'))) return false
  say('正在构建网页')
  rmSync(stampFile, { force: true })
  // In a process of its own: its memory goes with it.
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) throw new Error('网页构建失败，原因见上')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, hash)
  return true
}

if (import.meta.main) {
  try {
    buildWeb(line => console.log(line))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
