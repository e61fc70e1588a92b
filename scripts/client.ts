/** `npm run client`: builds client/, the package for programs, with the types of every call that a key may make. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '#areas/index.ts'
import { basePath } from '#platform/server/calls/request.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { isOpenToKeys } from '#platform/server/http/open-to-keys.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { openApiOf } from '#platform/server/openapi/document.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { root } from './run-step.ts'

export const clientFolder = join(root, 'client')
type Say = (line: string) => void

function run(command: string, args: readonly string[], cwd: string, input = ''): void {
  const done = spawnSync(command, args, { cwd, input, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status !== 0) throw new Error(`${done.error?.message ?? ''}${done.stdout}${done.stderr}`.trim())
}

/** Its tools are its own: the printer of types does not run with the TypeScript of the product. */
export function ensureClient(say: Say): void {
  const stamp = join(clientFolder, 'node_modules/.zhanggui-stamp')
  const wanted = createHash('sha256')
    .update(readFileSync(join(clientFolder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('正在安装客户端的工具')
  run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], clientFolder)
  writeFileSync(stamp, wanted)
}

const all = withHouseAreas(areas)
const registry = registryOf(all)
/** What a program may call. */
export const programRoutes: readonly BoundRoute[] = registry.routes.filter(isOpenToKeys)

const tool = (name: string): string => join(clientFolder, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** `folder` is client/, or a copy of it with fewer calls. */
export function buildClient(folder: string, routes: readonly BoundRoute[]): void {
  const document = openApiOf({ ...registry, routes }, all)
  const paths = Object.entries(document['paths'] as object).map(([path, calls]) => [path.slice(basePath.length), calls] as const)
  const printed = join(folder, 'src/types.d.ts')
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths) })
  run(tool('openapi-typescript'), ['-o', printed, '--default-non-nullable', 'false'], folder, text)
  runTypeScript(folder, ['--noCheck'])
  copyFileSync(printed, join(folder, 'dist/types.d.ts'))
}
export const runTypeScript = (folder: string, args: readonly string[]): void => run(tool('tsc'), args, folder)

if (import.meta.main) {
  ensureClient(console.log)
  console.log('正在生成客户端')
  buildClient(clientFolder, programRoutes)
  console.log(`客户端已生成：npm install ${clientFolder}`)
}
