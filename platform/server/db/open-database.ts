import { join, resolve } from 'node:path'
import { checkDataFolder, takeDataFolder, writeDataVersion } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, newestMigration, readMigrations } from './migrate.ts'
import { prepareRuntimeRole } from './roles.ts'

export interface DatabaseSettings {
  /** DATABASE_URL: owner of an external database; absent: the embedded one under `dataDir`. */
  databaseUrl?: string | undefined
  /** DATABASE_APP_URL: the runtime role, where the owner may not create it. */
  databaseAppUrl?: string | undefined
  dataDir: string
  migrationsFolder: string
  log: (line: string) => void
}

/** A database whose schema is the program's and whose runtime role has its rights. */
export interface OpenDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly isEmbedded: boolean
  /** Names of the migrations that this start has applied. */
  readonly applied: string[]
  /** Stops the embedded server and releases the data folder; call it after the pools have ended. */
  stop(): Promise<void>
}

/** Starts or reaches the database, checks its version, brings its schema up to date. Every refusal is a sentence for the operator. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const migrations = readMigrations(settings.migrationsFolder)
  const newest = newestMigration(migrations)
  const dataDir = resolve(settings.dataDir)
  if (settings.databaseUrl) {
    const prepared = await prepare(settings.databaseUrl, settings)
    return { ...prepared, isEmbedded: false, stop: async () => undefined }
  }
  const release = takeDataFolder(dataDir)
  try {
    checkDataFolder(dataDir, newest)
    const server = await startEmbedded({ folder: join(dataDir, 'pg'), log: settings.log })
    try {
      const prepared = await prepare(server.ownerUrl, settings)
      if (newest) writeDataVersion(dataDir, newest)
      return {
        ...prepared,
        isEmbedded: true,
        stop: async () => {
          await server.stop()
          release()
        },
      }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    release()
    throw error
  }

  async function prepare(
    ownerUrl: string,
    { databaseAppUrl, log }: DatabaseSettings,
  ): Promise<Pick<OpenDatabase, 'ownerUrl' | 'appUrl' | 'applied'>> {
    const appUrl = await prepareRuntimeRole(ownerUrl, databaseAppUrl)
    const role = decodeURIComponent(new URL(appUrl).username)
    return { ownerUrl, appUrl, applied: await migrate(ownerUrl, migrations, role, log) }
  }
}
