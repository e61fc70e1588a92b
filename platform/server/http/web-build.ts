/** The built browser program: hashed files for ever, index.html always anew, and index.html for every address of a page. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isCallPath, pathOf } from '../calls/request.ts'

const yearSeconds = 31_536_000

/** Serves `folder`; gives false where nothing is built there (tests, development behind Vite). */
export function mountWebBuild(app: FastifyInstance, folder: string): boolean {
  const root = resolve(folder)
  if (!existsSync(join(root, 'index.html'))) return false
  app.register(fastifyStatic, {
    root,
    prefix: '/',
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(root, 'assets')) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
  return true
}

/** On every answer to the browser's program: the build that is served now, so that an open page notices a newer one. */
export const buildHeader = 'x-build'

/** Name of the build's entry script, which carries a hash of all it leads to; null where nothing is built. */
export function buildOf(folder: string): string | null {
  const page = join(resolve(folder), 'index.html')
  if (!existsSync(page)) return null
  return /<script type="module"(?! async)[^>]+src="\/assets\/([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? null
}

/**
 * Whether an unknown address is a page of the browser's program (which then shows its own 404): a GET that takes HTML, outside
 * the calls, and not of a file such as /assets/x.js, whose absence a stale page must notice.
 */
export function isPageRequest(request: FastifyRequest): boolean {
  const path = pathOf(request.url)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !isCallPath(path) &&
    !path.startsWith('/assets/') &&
    !/\.[a-z0-9]{1,8}$/i.test(path) &&
    (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  )
}

export const sendPage = (reply: FastifyReply): FastifyReply => reply.sendFile('index.html')
