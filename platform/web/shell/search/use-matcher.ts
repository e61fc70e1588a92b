/** How page titles are matched: to the letter at once, by pinyin and initials as soon as that part of the program is there. */
import { useEffect, useState } from 'react'
import { ChunkLoadError, withReload } from '../../page/chunk-load.ts'
import type { Matcher } from '../../page/find-pages.ts'

const toTheLetter: Matcher = (text, query) => {
  const at = text.toLowerCase().indexOf(query.toLowerCase())
  return at < 0 ? false : [at, at + query.length - 1]
}

let byPinyin: Matcher | null = null
const load = withReload(async () => {
  const { default: pinyin } = await import('pinyin-match')
  return (byPinyin = (text, query) => pinyin.match(text, query))
})

/** `isWhole`: nothing more comes; a file that is missing for good leaves matching to the letter. */
export function useMatcher(): { readonly match: Matcher; readonly isWhole: boolean } {
  const [match, setMatch] = useState<Matcher | null>(() => byPinyin)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (match !== null) return
    let isGone = false
    load().then(
      loaded => isGone || setMatch(() => loaded),
      (error: unknown) => {
        if (!(error instanceof ChunkLoadError)) throw error
        if (!isGone) setLost(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [match])
  return { match: match ?? toTheLetter, isWhole: match !== null || isLost }
}
