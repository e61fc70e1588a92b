/**
 * `/api-2024/openapi.json` and the explorer at `/docs`. In production the document is for signed-in people; the explorer's page
 * itself holds nothing of ours and is open, and asks for the document with the session of the browser it runs in.
 */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { House } from '../house.ts'
import { tokenOf } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'
import { basePath } from '../http/request.ts'
import { callPolicy } from '../http/security-headers.ts'
import { openApiOf } from './document.ts'
import { explorerPage, explorerPolicy, explorerScript } from './explorer.ts'

const documentPath = `${basePath}/openapi.json`
/** Where the shell keeps the token. */
const tokenKey = 'token'

/** Swagger UI's files as they lie in the package, so that the explorer works without any other host. */
const explorerFiles = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

export function mountOpenApi(app: FastifyInstance, house: House): void {
  let text: string | undefined
  app.get(documentPath, async (request, reply) => {
    if (house.settings.production) {
      const token = tokenOf(request)
      if (token === null || (await house.rights.callerOfToken(token, null)) === null) throw refuse.signIn()
    }
    text ??= JSON.stringify(openApiOf(house.registry, house.areas))
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', callPolicy)
      .type('application/json; charset=utf-8')
      .send(text)
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
