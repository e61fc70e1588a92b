/** TRUST_PROXY: which proxies may say where a request comes from. Pure. */
import { isIP } from 'node:net'

/** Ranges that have a name: this machine, its link, private networks (RFC 1918 and 4193). */
const named: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])
const bitsMax: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

function isRange(part: string): boolean {
  const [address = '', prefix, ...more] = part.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  // a prefix of 0 would let everybody name his own address
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (bitsMax[kind] ?? 0))
}

/** Addresses and ranges of the setting, as Fastify takes them; undefined where none is set. Throws a sentence for the operator. */
export function trustedProxies(setting: string | undefined): readonly string[] | undefined {
  const parts = (setting ?? '').split(/[,，\s]+/).filter(part => part !== '')
  if (parts.length === 0) return undefined
  const wrong = parts.find(part => !named.has(part) && !isRange(part))
  if (wrong === undefined) return parts
  throw new Error(
    `TRUST_PROXY 应为反向代理的地址或网段，用逗号分开，如 127.0.0.1,10.0.0.0/8，或 loopback、linklocal、uniquelocal，现在写了 ${wrong}`,
  )
}
