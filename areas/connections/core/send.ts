/** The one place where a marketplace is spoken to: its declared host, or the server of this machine that stands for it. */
import type { Context } from '#platform/server/area.ts'
import { type OutgoingAnswer, type OutgoingCall, OutgoingError, sendOut } from '#platform/server/outgoing.ts'
import type { ApiRequest } from './request.ts'

/** `host` is code or was held against the declared hosts; a connection of a demonstration goes to the server of this machine alone. */
export async function sendTo(
  { house }: Context,
  { isEmulated }: { readonly isEmulated: boolean },
  host: string,
  { method, path, headers, body }: ApiRequest,
  into?: OutgoingCall['into'],
): Promise<OutgoingAnswer> {
  const { emulator, proxyUrl } = house.settings
  // outside the demo company nothing answers for the marketplace
  if (isEmulated && emulator === undefined) throw new OutgoingError('connect')
  const url = new URL(isEmulated && emulator !== undefined ? `${await emulator()}/${host}${path}` : `https://${host}${path}`)
  return sendOut({
    method,
    url,
    headers: { 'user-agent': 'zhanggui/1 (Language=JavaScript)', ...headers },
    ...(body === null ? {} : { body }),
    ...(into === undefined ? {} : { into }),
    isLocal: isEmulated,
    ...(proxyUrl === undefined || proxyUrl === null ? {} : { proxy: new URL(proxyUrl) }),
  })
}
