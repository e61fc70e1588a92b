/** Reads FILES_URL: where an S3-compatible store is, and with which keys. Pure. */

export interface S3Address {
  /** the bucket's own address, without a slash at its end: keys are appended */
  readonly url: string
  /** in front of every key: empty, or ending in a slash */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type Environment = Readonly<Record<string, string | undefined>>

const regionDefault = 'us-east-1'
const wrong = (what: string): Error =>
  new Error(`FILES_URL ${what}。写法：s3://密钥编号:密钥@存储桶/前缀?endpoint=https://主机&region=区域，见 docs/operations.md`)

/**
 * `s3://[key:secret@]bucket[/prefix][?endpoint=https://host&region=…&style=path|host]`. Keys may stand in AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY instead. Without an endpoint it is Amazon's; `style` says whether the bucket stands in path or host.
 */
export function s3Address(filesUrl: string, env: Environment): S3Address {
  if (!URL.canParse(filesUrl)) throw wrong('不是一个地址')
  const given = new URL(filesUrl)
  if (given.protocol !== 's3:') throw wrong('应以 s3:// 开头')
  const bucket = given.hostname
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong('没有正确的存储桶名')
  const accessKeyId = decodeURIComponent(given.username) || (env['AWS_ACCESS_KEY_ID'] ?? '')
  const secretAccessKey = decodeURIComponent(given.password) || (env['AWS_SECRET_ACCESS_KEY'] ?? '')
  if (accessKeyId === '' || secretAccessKey === '') throw wrong('没有密钥，请写在地址里或设置 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY')
  const query = given.searchParams
  for (const name of query.keys()) if (!['endpoint', 'region', 'style'].includes(name)) throw wrong(`不认识 ${name}`)
  const region = query.get('region') ?? env['AWS_REGION'] ?? regionDefault
  const endpoint = query.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) throw wrong('的 endpoint 应是 http 或 https 的地址')
  const { protocol, host } = new URL(endpoint)
  const style = query.get('style') ?? (query.has('endpoint') ? 'path' : 'host')
  if (style !== 'path' && style !== 'host') throw wrong('的 style 应为 path 或 host')
  const folder = decodeURIComponent(given.pathname).replaceAll(/^\/+|\/+$/g, '')
  return {
    url: style === 'host' ? `${protocol}//${bucket}.${host}` : `${protocol}//${host}/${bucket}`,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    accessKeyId,
    secretAccessKey,
  }
}
