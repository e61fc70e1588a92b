/** The whole product as a process, started as `npm start` starts it, over a database and a folder that are there. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '#platform/server/base/free-port.ts'

const root = join(import.meta.dirname, '../..')
const quickImports = pathToFileURL(join(import.meta.dirname, 'quick-imports.ts')).href
const startMsMax = 300_000

export interface ProductProcess {
  readonly url: string
  /** What it has printed so far. */
  output(): string
  /** Stops it with a signal and waits; the database and the files stay for a further start. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it, again on the same address, database and files. */
  start(): Promise<void>
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch (error) {
    // fetch throws TypeError for whatever keeps it from connecting.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Not started yet; `environment` is read at each start, its PORT once. */
export async function productProcess(ownerUrl: string, dataDir: string, environment: Record<string, string>): Promise<ProductProcess> {
  const port = Number(environment['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let child: ReturnType<typeof spawn> | undefined
  return {
    url,
    output: () => printed,
    async start() {
      const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: ownerUrl, ...environment }
      const started = spawn(process.execPath, ['--import', quickImports, join(root, 'server.ts')], {
        cwd: root,
        env: { ...process.env, NODE_ENV: '', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) stream.on('data', chunk => (printed += String(chunk)))
      for (const end = Date.now() + startMsMax; !(await answers(url)); await new Promise(next => setTimeout(next, 100))) {
        if (started.exitCode !== null || started.signalCode !== null) throw new Error(`the product ended while starting:\n${printed}`)
        if (Date.now() > end) throw new Error(`the product is not ready:\n${printed}`)
      }
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise(done => child?.once('exit', done))
      child.kill(signal)
      await ended
    },
  }
}

const companyMsMax = 300_000
/** Until the people of the demo company are made, or are there already. */
export async function untilReady(product: ProductProcess): Promise<void> {
  for (const end = Date.now() + companyMsMax; !product.output().includes('掌柜已启动'); await new Promise(next => setTimeout(next, 100)))
    if (Date.now() > end) throw new Error(`the demo company was not made:\n${product.output()}`)
}
