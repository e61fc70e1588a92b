/**
 * For tests: genuine files, which are too large for the repository or not the product's to give away. They are read where the environment
 * names their folder; an empty AMAZON_FILES is none.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** empty: there is none */
export const folderNamed = (name = ''): string => (name === '' ? '' : resolve(name))
export const genuineFolder = folderNamed(process.env['AMAZON_FILES'])
/** Where one of them lies, or would lie. */
export const genuine = (path: string): string => join(genuineFolder === '' ? '/no-genuine-files' : genuineFolder, path)
export const hasGenuine = (path: string): boolean => existsSync(genuine(path))
/** Paths of the files of one of its folders that end so; none where the folder is not there. */
export const genuineIn = (path: string, end: string): string[] =>
  hasGenuine(path) ? readdirSync(genuine(path)).flatMap(name => (name.endsWith(end) ? [genuine(join(path, name))] : [])) : []
