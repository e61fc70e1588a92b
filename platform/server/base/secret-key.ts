/** The key from which others are derived: SECRET_KEY, or one made once for a company whose database lies in the data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'secret-key'

/**
 * `isEmbedded`: the database lies in `dataDir` too. Several processes over one database need the same key, so none is made for those: null
 * then. `say`: told where a new key was put.
 */
export function secretKeyOf(given: string | undefined, dataDir: string, isEmbedded: boolean, say: (line: string) => void): string | null {
  if (given) return given
  const path = join(dataDir, fileName)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if (!isEmbedded) return null
  const made = randomBytes(32).toString('hex')
  // `wx`: of two that start at once one makes it
  writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
  say(`没有设置 SECRET_KEY，已生成密钥 ${path}：请另存一份，丢失后匿名作者无人能再打开`)
  return made
}
