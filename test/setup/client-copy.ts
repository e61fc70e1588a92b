/** For tests: the client of programs built in a folder of its own, with the types of these calls alone. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { buildClient, clientFolder, ensureClient } from '../../scripts/client.ts'

export interface ClientCopy {
  readonly folder: string
  remove(): void
}
export function clientCopy(routes: readonly BoundRoute[]): ClientCopy {
  ensureClient(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-client-'))
  for (const name of ['src', 'package.json', 'tsconfig.json']) cpSync(join(clientFolder, name), join(folder, name), { recursive: true })
  symlinkSync(join(clientFolder, 'node_modules'), join(folder, 'node_modules'))
  buildClient(folder, routes)
  // what imports it by its name stands in `programs`
  mkdirSync(join(folder, 'programs/node_modules/@zhanggui'), { recursive: true })
  symlinkSync(folder, join(folder, 'programs/node_modules/@zhanggui/client'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
