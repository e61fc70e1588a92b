/** What the server is called where it acts by itself, with nobody signed in. */
import type { Title } from '#platform/declare/title.ts'
import type { Language } from '../contract/context.ts'

export const serverName: Title = ['系统', 'System']

/** A stored name as its reader is told it: that of a person as it is, that of the server in the reader's language. */
export const personIn = (name: string, language: Language): string => (language === 'en' && name === serverName[0] ? serverName[1] : name)

/** A stored name as a part of a sentence, which is put into words when its reader is known. */
export const personPart = (name: string): string | Title => (name === serverName[0] ? serverName : name)

/** A name that was asked for, as it is stored. */
export const storedPerson = (name: string, language: Language): string =>
  language === 'en' && name.toLowerCase() === serverName[1].toLowerCase() ? serverName[0] : name
