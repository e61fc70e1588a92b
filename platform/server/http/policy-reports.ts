/**
 * Where browsers tell what the content policy has kept from running. Anybody can send anything here: a few short texts of it go to the log,
 * addresses without what stands behind their path, which may be a secret of whoever followed a link.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { House } from '../contract/house.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'
import { policyReportsPath } from './security-headers.ts'

const bodyBytesMax = 16 * 1024
const reportsPerMinute = 30
/** reports of one message that are worth a line */
const reportsMax = 10
const textMax = 200

/** The two ways to write a report: csp-report of report-uri, and the Reporting API's. */
const names = {
  directive: ['effectiveDirective', 'effective-directive', 'violated-directive'],
  blocked: ['blockedURL', 'blocked-uri'],
  page: ['documentURL', 'document-uri'],
  source: ['sourceFile', 'source-file'],
  line: ['lineNumber', 'line-number'],
} as const

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> => typeof given === 'object' && given !== null

/** What the log keeps of one report; null: none that we know. */
export function reportLine(given: unknown): Readonly<Record<keyof typeof names, string>> | null {
  const body = isObject(given) ? (given['csp-report'] ?? given['body']) : null
  if (!isObject(body)) return null
  const text = (of: readonly string[]): string => {
    const value = of.map(name => body[name]).find(one => typeof one === 'string' || typeof one === 'number')
    return String(value ?? '')
      .replace(/[?#].*$/s, '')
      .slice(0, textMax)
  }
  return {
    directive: text(names.directive),
    blocked: text(names.blocked),
    page: text(names.page),
    source: text(names.source),
    line: text(names.line),
  }
}

/** Mounts the path that the content policy names. It is outside the calls: no session, no envelope. */
export function mountPolicyReports(app: FastifyInstance, house: House): void {
  app.register(async reports => {
    await reports.register(rateLimit, {
      max: reportsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: (request, { ttl }) => refuse.tooMany(texts.tooMany, Math.ceil(ttl / 1000)),
    })
    reports.removeAllContentTypeParsers()
    reports.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      reports.getDefaultJsonParser('error', 'error'),
    )
    reports.post(policyReportsPath, async (request, reply) => {
      const all: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body]
      for (const given of all.slice(0, reportsMax)) {
        const line = reportLine(given)
        if (line !== null) house.log.warn({ report: line, address: request.ip }, 'the content policy kept something from running')
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
