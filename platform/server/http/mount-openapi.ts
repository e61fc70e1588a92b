/**
 * `/api-2024/openapi.json` and the explorer at `/docs`. In production each signed-in person gets the document of what he may call; the
 * explorer's page itself holds nothing of ours and is open, and asks for the document with the session of the browser it runs in.
 */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Caller } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { satisfies } from '../calls/may.ts'
import { tokenOf } from './authenticate.ts'
import { refuse } from '../calls/refusal.ts'
import { basePath } from '../calls/request.ts'
import { visibleResource } from '../lists/column-rights.ts'
import type { Registry } from '../contract/registry.ts'
import { callPolicy } from './security-headers.ts'
import { openApiOf } from '../openapi/document.ts'
import { explorerPage, explorerPolicy, explorerScript } from '../openapi/explorer.ts'

const documentPath = `${basePath}/openapi.json`
/** Where the shell keeps the token. */
const tokenKey = 'token'

/** Swagger UI's files as they lie in the package, so that the explorer works without any other host. */
const explorerFiles = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('content-security-policy', callPolicy).type('application/json; charset=utf-8').send(text)

/** What of the house a person may call, with the columns he may see: names of calls and fields tell as well. */
function seenBy(caller: Caller, registry: Registry): Registry {
  const routes = registry.routes
    .filter(route => satisfies(caller, route.demand))
    .map(route => (route.resource === undefined ? route : { ...route, resource: visibleResource(caller, route.resource) }))
  const resources = new Map(routes.flatMap(({ resource }) => (resource === undefined ? [] : [[resource.table, resource] as const])))
  return { ...registry, routes, resources }
}

export function mountOpenApi(app: FastifyInstance, house: House): void {
  let whole: string | undefined
  app.get(documentPath, async (request, reply) => {
    if (house.settings.production) {
      const token = tokenOf(request)
      const caller = token === null ? null : await house.rights.callerOfToken(token, null)
      if (caller === null) throw refuse.signIn()
      return send(reply, JSON.stringify(openApiOf(seenBy(caller, house.registry), house.areas)))
    }
    whole ??= JSON.stringify(openApiOf(house.registry, house.areas))
    return send(reply, whole)
  })
  app.register(async docs => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', explorerPolicy)
    })
    docs.get('/docs', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(explorerPage),
    )
    docs.get('/docs/explorer.js', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(explorerScript(documentPath, tokenKey)),
    )
    await docs.register(fastifyStatic, {
      root: explorerFiles,
      prefix: '/docs/files/',
      decorateReply: false,
      index: false,
      maxAge: 3_600_000,
    })
  })
}
