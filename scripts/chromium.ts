import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { executable, findChromium } from '#platform/server/printing/find-chromium.ts'

/**
 * Finds a Chromium for browser tests, installing one where it can.
 * Order: $CHROMIUM, one on PATH or in a usual place, the one the test library
 * keeps, the test library's own download, Debian's package (as root).
 */

/** The library's download retries for a long time behind closed networks; three minutes are plenty for 110 MB. */
const downloadMsMax = 180_000
const connectMsMax = 10_000
type Say = (line: string) => void

function run(command: string, args: string[], timeoutMs?: number): boolean {
  const done = spawnSync(command, args, {
    // The download says the same failure five times; what to do about it is said at the end.
    stdio: ['ignore', 'ignore', timeoutMs === undefined ? 'inherit' : 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectMsMax) },
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  })
  return done.status === 0
}

function debian(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && ['/usr/bin/apt-get', '/bin/apt-get'].some(existsSync)
}

function installPackages(names: string[], say: Say): boolean {
  say(`正在安装系统软件包：${names.join('、')}`)
  run('apt-get', ['update', '-qq'])
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
}

function download(): boolean {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  return run(process.execPath, [cli, 'install', '--only-shell', 'chromium'], downloadMsMax)
}

/** Without a Chinese font every screenshot shows boxes. */
function chineseFontMissing(): boolean {
  return !['/usr/share/fonts/opentype/noto', '/usr/share/fonts/truetype/noto', '/usr/share/fonts/noto-cjk'].some(
    folder => existsSync(folder) && readdirSync(folder).some(name => name.includes('CJK')),
  )
}

/** Path of a Chromium that works here; installs one when there is none. */
export function ensureChromium(say: Say): string {
  const named = process.env['CHROMIUM']
  if (named && !executable(named)) throw new Error(`环境变量 CHROMIUM 指向的文件不存在或不能执行：${named}`)
  let found = findChromium()
  if (!found) {
    say('未找到 Chromium，正在下载测试用浏览器')
    if (download()) found = findChromium()
  }
  if (!found && debian()) {
    say('下载没有成功，改用系统软件包')
    if (installPackages(['chromium', 'fonts-noto-cjk'], say)) found = findChromium()
  }
  if (!found) {
    throw new Error('没有可用的 Chromium。请安装 Chromium 或 Chrome，或把环境变量 CHROMIUM 设为浏览器的路径，然后重试。')
  }
  if (debian() && chineseFontMissing() && !installPackages(['fonts-noto-cjk'], say)) {
    say('中文字体没有装上，截图里的中文会显示为方框')
  }
  return found
}

if (import.meta.main) {
  try {
    console.log(ensureChromium(line => console.log(line)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
