/** A connection as calls need it: its application, its keys, whose it is. */
import type { Context } from '#platform/server/area.ts'
import { openSecret } from '#platform/server/records.ts'
import type { Secret } from '#platform/server/records.ts'
import { marketplaceApp, shopConnection } from '../tables.ts'
import type { Platform } from './platform.ts'
import { platformOf } from './platforms.ts'

export interface Connection {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly state: number
  readonly platform: Platform
  readonly appId: string
  readonly region: number
  readonly clientId: string
  readonly clientSecret: Secret | null
  readonly refreshToken: Secret | null
  readonly signingKey: Secret | null
  readonly signingName: Secret | null
  readonly ownerId: string | null
  readonly runsAs: string | null
  readonly backfillFrom: string | null
  readonly isEmulated: boolean
  /** its clock ahead of ours, as its last answer told */
  readonly clock: { skewSeconds: number }
}

export async function connectionOf(context: Context, id: string): Promise<Connection | null> {
  const row = await context.db
    .selectFrom('shop_connection as c')
    .innerJoin('marketplace_app as a', 'a.id', 'c.app_id')
    .select([
      'c.id',
      'c.org_id',
      'c.name',
      'c.state',
      'c.refresh_token',
      'c.owner_id',
      'c.runs_as',
      'c.backfill_from',
      'c.is_emulated',
      'c.skew_seconds',
    ])
    .select(['c.app_id', 'a.platform', 'a.region', 'a.client_id', 'a.client_secret', 'a.signing_key', 'a.signing_name'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const ofApp = (field: 'clientSecret' | 'signingKey' | 'signingName', stored: string | null) =>
    stored === null ? null : openSecret(context, marketplaceApp, field, stored)
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    state: row.state,
    platform: platformOf(row.platform),
    appId: row.app_id,
    region: row.region,
    clientId: row.client_id,
    clientSecret: ofApp('clientSecret', row.client_secret),
    signingKey: ofApp('signingKey', row.signing_key),
    signingName: ofApp('signingName', row.signing_name),
    refreshToken: row.refresh_token === null ? null : openSecret(context, shopConnection, 'refreshToken', row.refresh_token),
    ownerId: row.owner_id,
    runsAs: row.runs_as,
    backfillFrom: row.backfill_from,
    isEmulated: row.is_emulated,
    clock: { skewSeconds: row.skew_seconds },
  }
}
