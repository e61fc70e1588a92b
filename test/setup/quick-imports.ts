/**
 * Loaded before the product in tests that start it as a process. What our files import is named by its path: Node's own search looks at
 * folders and packages for each of 12,000 names, a quarter of a start's time. What is not there is told when it is read.
 */
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL
    if (from?.startsWith(root) !== true || !context.conditions.includes('import')) return next(specifier, context)
    const isHere = specifier.startsWith('.')
    if (specifier.endsWith('.ts') && (isHere || specifier.startsWith('#'))) {
      const url = isHere ? new URL(specifier, from).href : root + specifier.slice(1)
      return { url, format: 'module-typescript', shortCircuit: true }
    }
    // packages name the files of their own in full
    if (isHere && specifier.endsWith('js')) return { url: new URL(specifier, from).href, shortCircuit: true }
    return next(specifier, context)
  },
})
