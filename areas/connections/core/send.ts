/** The one place where a marketplace is spoken to: its declared host, or the server of this machine that stands for it. */
import type { Context } from '#platform/server/area.ts'
import { type OutgoingAnswer, sendOut } from '#platform/server/outgoing.ts'
import type { ApiRequest } from './request.ts'

/** `host` is code or was held against the declared hosts; a connection of a demonstration goes to the server of this machine alone. */
export function sendTo(
  { house }: Context,
  { isEmulated }: { readonly isEmulated: boolean },
  host: string,
  { method, path, headers, body }: ApiRequest,
  bytesMax?: number,
): Promise<OutgoingAnswer> {
  const { emulator, proxyUrl } = house.settings
  if (isEmulated && emulator === undefined) throw new Error('a connection of a demonstration has no server that answers')
  const url = new URL(isEmulated && emulator !== undefined ? `${emulator}/${host}${path}` : `https://${host}${path}`)
  return sendOut({
    method,
    url,
    headers: { 'user-agent': 'zhanggui/1 (Language=JavaScript)', ...headers },
    ...(body === null ? {} : { body }),
    ...(bytesMax === undefined ? {} : { bytesMax }),
    isLocal: isEmulated,
    ...(proxyUrl === undefined || proxyUrl === null ? {} : { proxy: new URL(proxyUrl) }),
  })
}
