import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Root of the repository. */
export const root = resolve(import.meta.dirname, '..')

/** How a script ends that could not do its work, and says why (EX_TEMPFAIL of sysexits.h). */
export const skippedCode = 75

/** Runs a program of node_modules/.bin, or a script with this Node when it ends in .ts or .js; its output is shown. */
export function runTool(tool: string, args: string[], environment: Record<string, string> = {}): number {
  const isScript = /\.[tj]s$/.test(tool)
  const command = isScript ? process.execPath : join(root, 'node_modules/.bin', process.platform === 'win32' ? `${tool}.cmd` : tool)
  const list = isScript ? [join(root, tool), ...args] : args
  const done = spawnSync(command, list, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32' && !isScript,
  })
  if (done.error) console.error(`无法运行 ${tool}：${done.error.message}`)
  return done.status ?? 1
}
