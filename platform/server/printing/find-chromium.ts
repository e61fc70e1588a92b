/** Where this machine keeps a Chromium: for PDF, and for browser tests. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
const versionMsMax = 10_000

export function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

/**
 * Whether it runs here: a downloaded browser may lack system libraries, and
 * Ubuntu's chromium-browser may be an empty shell around a snap. On Windows the
 * question would open a window.
 */
function runs(path: string): boolean {
  if (!executable(path)) return false
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore', timeout: versionMsMax }).status === 0
}

/** The browsers that `playwright-core install` has put into its cache, newest first. */
function downloaded(): string[] {
  const cache =
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ??
    (process.platform === 'win32'
      ? join(homedir(), 'AppData', 'Local', 'ms-playwright')
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches', 'ms-playwright')
        : join(homedir(), '.cache', 'ms-playwright'))
  if (!existsSync(cache)) return []
  const folders = readdirSync(cache)
    .filter(name => name.startsWith('chromium'))
    .sort()
    .reverse()
  const wanted = /^(chrome|chromium|headless_shell|chrome-headless-shell)(\.exe)?$/
  return folders.flatMap(folder =>
    readdirSync(join(cache, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && wanted.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name)),
  )
}

/** Where a Chromium may stand on this machine, the likeliest first; whether one runs is seen when it is started. */
export function chromiumPlaces(): string[] {
  const named = process.env['CHROMIUM']
  if (named) return executable(named) ? [named] : []
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...folders.flatMap(folder => NAMES.map(name => join(folder, name))), ...PLACES, ...downloaded()].filter(executable)
}

/** Path of a Chromium on this machine that runs, or undefined. */
export const findChromium = (): string | undefined => (process.env['CHROMIUM'] ? chromiumPlaces()[0] : chromiumPlaces().find(runs))
