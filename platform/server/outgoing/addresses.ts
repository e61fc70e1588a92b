/**
 * Which addresses of the internet may be called. What people type, or another program answers, may not lead into the own network: https
 * alone, and the address that the name has at the moment of the call is the one that is checked and connected to.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
/** what is routed on the internet as IPv6; all else, with what carries IPv4 inside, is not */
const outside6 = new BlockList()
outside6.addSubnet('2000::', 3, 'ipv6')
const carrying6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  carrying6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is private, of this machine, of the link, or otherwise none of the internet. */
export const isInside = (address: string): boolean =>
  isIP(address) === 4
    ? inside.check(address, 'ipv4')
    : isIP(address) !== 6 || !outside6.check(address, 'ipv6') || carrying6.check(address, 'ipv6')

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')
/** Whether an address names an IP address that is inside, and no name. */
export const namesInside = ({ hostname }: URL): boolean => isIP(bare(hostname)) !== 0 && isInside(bare(hostname))

/** What is wrong with an address as it is typed; null: nothing that can be known before it is called. */
export function addressFault(address: string, isLocal = false): Sentence | null {
  if (!URL.canParse(address)) return sentence`地址不是网址`
  const url = new URL(address)
  if (isLocal) return null
  if (url.protocol !== 'https:') return sentence`地址必须以 https:// 开头`
  if (url.username !== '' || url.password !== '') return sentence`地址不能带用户名和密码`
  const host = bare(url.hostname).toLowerCase().replace(/\.$/, '')
  const isName = isIP(host) === 0
  if (isName ? !host.includes('.') || /\.(?:local|localhost|internal|lan|home|intranet|corp)$/.test(host) : isInside(host))
    return insideFault
  return null
}
export const insideFault = sentence`地址不能指向内部网络`

/** Answers only addresses of the internet: a name that has any other is refused. */
export const outsideLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return answer(error ?? new Error('no address'), '', 4)
    if (found.some(({ address }) => isInside(address))) return answer(new InsideAddress(), '', 4)
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family)
  })
}
export class InsideAddress extends Error {
  constructor() {
    super('the address is inside the own network')
  }
}

/** Whether the name leads inside now; one that has no address is told when it is called. */
export const leadsInside = (address: string): Promise<boolean> =>
  new Promise(resolve => {
    lookup(bare(new URL(address).hostname), { all: true }, (error, found) =>
      resolve(error === null && found.some(one => isInside(one.address))),
    )
  })
