import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coordinatorUrl } from '../citus/cluster.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { productProcess, untilReady, type ProductProcess } from './run-product.ts'

/** The whole product on a database of its own. */
export interface RunningProduct extends ProductProcess {
  readonly ownerUrl: string
  readonly dataDir: string
  /** Stops it and removes database and files. */
  remove(): Promise<void>
}

async function startOver(database: TestDatabase, environment: Record<string, string>): Promise<RunningProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhanggui-e2e-'))
  if (database.files !== undefined) cpSync(database.files, dataDir, { recursive: true })
  const product = await productProcess(database.ownerUrl, dataDir, environment)
  const remove = async (): Promise<void> => {
    await product.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await product.start()
  } catch (error) {
    await product.stop('SIGKILL')
    await remove()
    throw error
  }
  return { ...product, ownerUrl: database.ownerUrl, dataDir, remove }
}

/** Starts the product for a test file; `environment` is added to the usual settings, whose PORT is a free one, at each start. */
export const startProduct = async (environment: Record<string, string> = {}): Promise<RunningProduct> =>
  startOver(await testDatabase({ empty: true }), environment)

/**
 * A product with the demo company's people, ready to be used: copied from one that the run makes once, as `DEMO=people` does, which
 * test/start tries. On a database that the test names, or a cluster, they are made there.
 */
export async function startWithPeople(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const isElsewhere = environment['DATABASE_URL'] !== undefined || coordinatorUrl !== undefined
  const product = isElsewhere
    ? await startProduct({ DEMO: 'people', ...environment })
    : await startOver(await testDatabase({ people: true }), environment)
  await untilReady(product)
  return product
}
