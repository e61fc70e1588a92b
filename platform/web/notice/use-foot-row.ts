/** A row at the foot of the window, 40 px high: tables are as high as the window less what stands around them. */
import { useEffect } from 'react'

const height = '40px'

export function useFootRow(name: 'bar' | 'strip', isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    document.documentElement.style.setProperty(`--zg-${name}`, height)
    return () => void document.documentElement.style.removeProperty(`--zg-${name}`)
  }, [name, isShown])
}
