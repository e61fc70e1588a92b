import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The system user that the embedded PostgreSQL runs as. */
export interface User {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: as root it runs as the system user postgres, which is made when missing. */
export function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  if (spawnSync('id', ['-u', 'postgres'], { stdio: 'ignore' }).status !== 0) {
    const made = spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'], { encoding: 'utf8' })
    if (made.status !== 0)
      throw new Error(`无法建立运行数据库的系统用户 postgres：${made.stderr || made.error?.message}。请以普通用户启动。`)
  }
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether others than the owner may pass through every folder above `path`. */
function reachable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The command that runs a binary as the server's user. Under a closed folder
 * (a clone in /root) that user keeps the right to pass through folders, and
 * nothing else of root's.
 */
export function asUser(
  user: User | undefined,
  folder: string,
  command: string,
  args: string[],
): { command: string; args: string[]; ids: Partial<User> } {
  if (!user) return { command, args, ids: {} }
  if (reachable(dirname(command)) && reachable(dirname(resolve(folder)))) return { command, args, ids: user }
  const capability = '+dac_override'
  const drop = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    // access(2), by which initdb looks for its binaries, otherwise ignores the capability of an ordinary user.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
  return { command: 'setpriv', args: [...drop, '--', command, ...args], ids: {} }
}
