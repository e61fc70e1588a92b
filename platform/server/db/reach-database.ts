/**
 * The database of the environment as a command finds it: external, embedded and running, or embedded and started for this. Nothing is
 * migrated.
 */
import { join } from 'node:path'
import { takeDataFolder } from './data-folder.ts'
import { runningEmbeddedUrl, startEmbedded } from './embedded.ts'

export async function reachDatabase(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): Promise<{ readonly ownerUrl: string; leave(): Promise<void> }> {
  const url = env['DATABASE_URL'] ?? runningEmbeddedUrl(join(dataDir, 'pg'))
  if (url) return { ownerUrl: url, leave: async () => undefined }
  const release = takeDataFolder(dataDir)
  const server = await startEmbedded({ folder: join(dataDir, 'pg') })
  return { ownerUrl: server.ownerUrl, leave: () => server.stop().then(release) }
}
