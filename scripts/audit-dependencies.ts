/**
 * Known holes in the packages that the product runs with, by npm's advisories. Where those can't be asked (no network, a registry without
 * them) the check is skipped, and says so.
 */
import { spawnSync } from 'node:child_process'
import { root, skippedCode } from './run-step.ts'

interface Report {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}
const grave = ['high', 'critical']

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const asked = spawnSync(npm, ['audit', '--json', '--omit=dev'], {
  cwd: root,
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
})
const report = parsed(asked.stdout)
if (report?.metadata === undefined) {
  console.log('跳过：无法查询漏洞库（离线，或软件源不提供）')
  process.exitCode = skippedCode
} else {
  const found = Object.entries(report.vulnerabilities ?? {}).filter(([, one]) => grave.includes(one.severity))
  for (const [name, one] of found) console.error(`${name} ${one.range}：${one.severity}`)
  if (found.length > 0) console.error('运行时依赖有已知的高危漏洞，请升级')
  process.exitCode = found.length > 0 ? 1 : 0
}

function parsed(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch (error) {
    // no npm, or it was cut off: nothing was answered
    if (error instanceof SyntaxError) return null
    throw error
  }
}
