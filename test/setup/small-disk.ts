/** A disk of a few megabytes that a test can fill. Only root may mount one; elsewhere such tests are left out. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly path: string
  setReadOnly(): void
  remove(): void
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** null where this user, or this machine, may not mount. */
export function smallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const path = mkdtempSync(join(tmpdir(), 'zhanggui-disk-'))
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)) {
    rmdirSync(path)
    return null
  }
  return {
    path,
    setReadOnly() {
      if (!run('mount', '-o', 'remount,ro', path)) throw new Error(`${path} could not be made read-only`)
    },
    remove() {
      // lazily: somebody may still have a file open
      run('umount', '-l', path)
      rmdirSync(path)
    },
  }
}
