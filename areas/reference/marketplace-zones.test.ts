/** The table of reporting zones: whole, real, each with its source, and what an upgraded installation gets is the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reportingZones } from './marketplace-zones.ts'
import { marketplaceRule } from './rules.ts'
import { marketplaceSeed } from './seed.ts'

describe('reporting zones', () => {
  test('every marketplace that is served has one, and no other', () => {
    expect(Object.keys(reportingZones).toSorted()).toEqual(marketplaceSeed.map(m => m.code).toSorted())
    for (const { code, zone } of marketplaceSeed) expect(zone, code).toBe(reportingZones[code as keyof typeof reportingZones].zone)
  })
  test.each(Object.entries(reportingZones))('%s: the zone exists and says where it comes from', (code, { zone, source }) => {
    expect(marketplaceRule({ code, zone })).toEqual([])
    expect(source.length).toBeGreaterThan(15)
  })
  test('are those of the marketplace, not what its report prints', () => {
    const zones = Object.fromEntries(Object.entries(reportingZones).map(([code, { zone }]) => [code, zone]))
    expect(zones).toMatchObject({
      'amazon.com': 'America/Los_Angeles',
      'amazon.ca': 'America/Los_Angeles',
      'amazon.com.mx': 'America/Los_Angeles',
      'amazon.com.br': 'America/Sao_Paulo',
      'amazon.de': 'UTC',
      'amazon.co.uk': 'UTC',
      'amazon.co.jp': 'Asia/Tokyo',
      'amazon.in': 'Asia/Kolkata',
      'amazon.com.au': 'Australia/Sydney',
      'amazon.sg': 'Asia/Singapore',
      'amazon.ae': 'Asia/Dubai',
      'amazon.sa': 'Asia/Riyadh',
      'amazon.eg': 'Africa/Cairo',
      'amazon.co.za': 'Africa/Johannesburg',
      'amazon.com.tr': 'Europe/Istanbul',
    })
  })
  test('the migration gives installations that are there the same zones', () => {
    const text = readFileSync(join(import.meta.dirname, '../../db/migrations/0033_reporting_zones.sql'), 'utf8')
    const given = [...text.matchAll(/\('([a-z.]+)', '[\w/]+', '([\w/]+)'\)/g)]
    expect(given.length).toBe(9)
    for (const [, code = '', zone] of given) expect(reportingZones[code as keyof typeof reportingZones].zone, code).toBe(zone)
  })
})
