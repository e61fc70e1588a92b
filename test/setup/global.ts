import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isRunning } from '../../platform/server/db/data-folder.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../platform/server/db/embedded.ts'
import { migrate, readMigrations } from '../../platform/server/db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '../../platform/server/db/roles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address that answers with the test server's connection; asking starts it. */
    databaseBroker: string
  }
}

/** What the broker answers. */
export interface TestServer {
  ownerUrl: string
  appUrl: string
  template: string
}

const template = 'zhanggui_template'
const prefix = 'zhanggui-test-'
/** A memory disk smaller than this (containers often have 64 MB) is left alone. */
const memoryDiskBytesMin = 2 * 1024 ** 3

function scratchRoot(): string {
  if (process.platform !== 'linux') return tmpdir()
  const shm = statfsSync('/dev/shm')
  return shm.bavail * shm.bsize >= memoryDiskBytesMin ? '/dev/shm' : tmpdir()
}

/** Folders of runs that were killed. */
function sweep(root: string): void {
  for (const name of readdirSync(root).filter(entry => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (!isRunning(pid)) rmSync(join(root, name), { recursive: true, force: true })
  }
}

async function makeTemplate(ownerUrl: string): Promise<TestServer> {
  const appUrl = await prepareRuntimeRole(ownerUrl)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`create database ${template}`)
    const url = new URL(ownerUrl)
    url.pathname = `/${template}`
    await migrate(url.href, readMigrations(join(import.meta.dirname, '../../db/migrations')), runtimeRole)
    await client.query(`alter database ${template} is_template true allow_connections false`)
  } finally {
    await client.end()
  }
  return { ownerUrl, appUrl, template }
}

/**
 * One PostgreSQL for the whole run, started by the first test that asks: a run
 * of pure logic starts none. Tests ask over HTTP because they run in processes
 * of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let folder: string | undefined
  let server: EmbeddedDatabase | undefined
  let ready: Promise<TestServer> | undefined
  const start = async (): Promise<TestServer> => {
    const root = scratchRoot()
    sweep(root)
    folder = mkdtempSync(join(root, `${prefix}${process.pid}-`))
    server = await startEmbedded({ folder: join(folder, 'pg'), forTests: true })
    return makeTemplate(server.ownerUrl)
  }
  const broker = createServer((_request, response) => {
    ready ??= start()
    ready.then(
      answer => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  })
  await new Promise<void>(done => broker.listen(0, '127.0.0.1', done))
  const address = broker.address()
  if (!address || typeof address === 'string') throw new Error('the database broker has no port')
  project.provide('databaseBroker', `http://127.0.0.1:${address.port}/`)
  return async () => {
    broker.closeAllConnections()
    await new Promise(done => broker.close(done))
    await ready?.catch(() => undefined)
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}
