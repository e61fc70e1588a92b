/** Pages of sealed records: who opens one is counted by day without his account, and kept nowhere else. */
import type { Page } from '#platform/declare/page.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import type { Registry } from '../contract/registry.ts'

type Known = Pick<Registry, 'resources' | 'modules'>

/** Those that need the right to records whose author may be sealed. */
export const isSealedPage = ({ resources }: Pick<Known, 'resources'>, { permission }: Pick<Page, 'permission'>): boolean =>
  [...resources.values()].some(r => r.sealedAuthor !== undefined && permissionOf(r) === permission)

const known = new WeakMap<object, readonly RegExp[]>()

/** What their addresses look like, parameters filled in, and those of single records. */
export function sealedPaths(registry: Known): readonly RegExp[] {
  let paths = known.get(registry.modules)
  if (paths === undefined) {
    const pages = registry.modules
      .flatMap(({ groups }) => groups.flatMap(group => group.pages))
      .filter(page => isSealedPage(registry, page))
    const types = [...registry.resources.values()].flatMap(r => (r.sealedAuthor === undefined || r.type === undefined ? [] : [r.type]))
    paths = [
      ...pages.map(
        ({ path }) =>
          new RegExp(
            `^${path
              .split('/')
              .map(part => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
              .join('/')}(/|$)`,
          ),
      ),
      ...types.map(type => new RegExp(`/${RegExp.escape(type)}(/|$)`)),
    ]
    known.set(registry.modules, paths)
  }
  return paths
}
