/**
 * Composition of the product from its environment: the database, the files, every area. The server, the demo and the proof open it alike.
 */
import { join, resolve } from 'node:path'
import { pino, type Logger } from 'pino'
import { withKeys } from '#areas/access/index.ts'
import { createRights } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { refuseOtherKey } from '#platform/server/db/refuse-other-key.ts'
import { secretKeyOf } from '#platform/server/base/secret-key.ts'
import { makeDataFolder } from '#platform/server/db/data-folder.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Settings } from '#platform/server/contract/house.ts'
import { openDatabase, type OpenDatabase } from '#platform/server/db/open-database.ts'
import { openFileStore } from '#platform/server/files/open-store.ts'
import type { SweptStore } from '#platform/server/contract/file-store.ts'
import { openHouse, withHouseAreas, type OpenHouse } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import type { Spreadable } from '#platform/server/db/spread.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export const migrationsFolder = join(import.meta.dirname, 'db/migrations')
export const isProduction = (env: Environment): boolean => env['NODE_ENV'] === 'production'

/** Every table of the product with its kind. */
export const declaredTables = (): readonly Spreadable[] =>
  [...registryOf(withHouseAreas(areas)).resources.values()].filter(r => r.isView !== true)

export interface Product {
  readonly database: OpenDatabase
  readonly house: OpenHouse
  readonly files: SweptStore
  readonly log: Logger
  /** the house first, then what it stands on */
  close(): Promise<void>
}

/**
 * Opens, and migrates where needed, what the environment names. `at`: where the server listens; absent for a command, which leaves a
 * company whose making was cut as it is. `more`: areas that need the owner's account. Throws a sentence for the operator.
 */
export async function openProduct(
  env: Environment,
  say: (line: string) => void,
  at?: Pick<Settings, 'host' | 'port' | 'emulator' | 'companySide'>,
  more: (ownerUrl: string) => readonly Area[] = () => [],
): Promise<Product> {
  const dataDir = resolve(env['DATA_DIR'] ?? 'data')
  if (!env['FILES_URL']) makeDataFolder(dataDir)
  // before a database is made or migrated: a start that can't keep files must leave nothing behind
  const files = await openFileStore(env, dataDir)
  const database = await openDatabase({
    databaseUrl: env['DATABASE_URL'],
    databaseAppUrl: env['DATABASE_APP_URL'],
    dataDir,
    migrationsFolder,
    spread: { tables: declaredTables },
    ...(at === undefined ? {} : { cutFill: { deleteFile: key => files.delete(key), evenIfWritten: env['DEMO'] === 'anew' } }),
    log: say,
  })
  const log = pino({ level: env['LOG_LEVEL'] ?? 'warn' })
  const house = openHouse({
    settings: {
      ...(at ?? { host: '127.0.0.1', port: 0 }),
      dataDir,
      production: isProduction(env),
      publicUrl: env['PUBLIC_URL'] ?? null,
      smtpUrl: env['SMTP_URL'] ?? null,
      smsUrl: env['WEBHOOK_SMS_URL'] ?? null,
      secretKey: secretKeyOf(env['SECRET_KEY'], dataDir, !env['DATABASE_URL'], say),
      proxyUrl: env['HTTPS_PROXY'] ?? null,
      appUrl: database.appUrl,
      severalMachines: database.spread !== null,
    },
    areas: [...areas, ...more(database.ownerUrl)],
    files,
    log,
    rights: withKeys(createRights),
  })
  const close = async (): Promise<void> => {
    try {
      await house.close()
    } finally {
      await database.stop()
    }
  }
  try {
    await refuseOtherKey(database.ownerUrl, house.settings.secretKey ?? null, house.registry.resources.values())
  } catch (error) {
    await close()
    throw error
  }
  return { database, house, files, log, close }
}
