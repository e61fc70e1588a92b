import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isRunning } from '../../platform/server/db/data-folder.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../platform/server/db/embedded.ts'
import { migrate, readMigrations, type Migration } from '../../platform/server/db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '../../platform/server/db/roles.ts'
import { prepareJobs } from '../../platform/server/jobs/job-queue.ts'
import { productProcess, untilReady } from './run-product.ts'
import { secretKey } from './secret-key.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address that answers with the test server's connection; asking starts it. */
    databaseBroker: string
  }
}

/** What a database begins with: nothing, the migrations, these and the people of the demo company, or others; each is built once. */
export interface TemplateWish {
  readonly of: 'nothing' | 'repository' | 'people' | Migration[]
}
/** What the broker answers. */
export interface TestServer {
  ownerUrl: string
  appUrl: string
  template: string
  /** the data folder that belongs to it */
  files?: string
}

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

/** A database that is only copied: migrations applied, and where they are a test's own, the queue of jobs beside its tables. */
async function makeTemplate(ownerUrl: string, template: string, of: 'repository' | Migration[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`create database ${template}`)
    const url = Object.assign(new URL(ownerUrl), { pathname: `/${template}` }).href
    await migrate(url, of === 'repository' ? readMigrations(join(import.meta.dirname, '../../db/migrations')) : of, runtimeRole)
    if (of !== 'repository') await prepareJobs(url)
    await client.query(`alter database ${template} is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

/** The product makes it itself, and is stopped. */
async function makePeople(ownerUrl: string, template: string, files: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`create database ${template}`)
    mkdirSync(files)
    const url = Object.assign(new URL(ownerUrl), { pathname: `/${template}` }).href
    const product = await productProcess(url, files, { DEMO: 'people', WEB: '0', LOG_LEVEL: 'warn', SECRET_KEY: secretKey })
    try {
      await product.start()
      await untilReady(product)
    } finally {
      await product.stop()
    }
    await client.query(`alter database ${template} is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

const nameOf = (of: 'repository' | 'people' | Migration[]): string =>
  typeof of === 'string'
    ? `template_${of}`
    : `template_${createHash('sha256')
        .update(of.map(m => m.sha256).join())
        .digest('hex')
        .slice(0, 16)}`

/**
 * One PostgreSQL for the whole run, started by the first test that asks: a run
 * of pure logic starts none. Tests ask over HTTP because they run in processes
 * of their own. Each set of tables is built once, as a template that is copied.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let folder: string | undefined
  let server: EmbeddedDatabase | undefined
  let urls: Promise<{ ownerUrl: string; appUrl: string }> | undefined
  const templates = new Map<string, Promise<void>>()
  const start = async (): Promise<{ ownerUrl: string; appUrl: string }> => {
    const root = scratchRoot()
    sweep(root)
    folder = mkdtempSync(join(root, `${prefix}${process.pid}-`))
    server = await startEmbedded({ folder: join(folder, 'pg'), forTests: true })
    return { ownerUrl: server.ownerUrl, appUrl: await prepareRuntimeRole(server.ownerUrl) }
  }
  const answerTo = async ({ of }: TemplateWish): Promise<TestServer> => {
    urls ??= start()
    const { ownerUrl, appUrl } = await urls
    if (of === 'nothing') return { ownerUrl, appUrl, template: 'template0' }
    const template = nameOf(of)
    const files = join(folder ?? '', template)
    const made = templates.get(template) ?? (of === 'people' ? makePeople(ownerUrl, template, files) : makeTemplate(ownerUrl, template, of))
    templates.set(template, made)
    await made
    return { ownerUrl, appUrl, template, ...(of === 'people' ? { files } : {}) }
  }
  const broker = createServer((request, response) => {
    // a connection that is kept may be closed at the moment in which a test asks again
    response.setHeader('connection', 'close')
    json(request)
      .then(wish => answerTo(wish as TemplateWish))
      .then(
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
    await Promise.allSettled([urls, ...templates.values()])
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}
