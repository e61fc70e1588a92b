/** Why a figure moved, as sentences; each number in them opens its rows. */
import { useState } from 'react'
import type { WhyAnswer, WhyPiece } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'

interface WhyTextProps {
  readonly answer: WhyAnswer
  readonly onOpen: (piece: WhyPiece) => void
}

export function WhyText({ answer, onOpen }: WhyTextProps) {
  // a phone has room for the first sentence
  const isMobile = useIsMobile()
  const [isWhole, setWhole] = useState(false)
  const isCut = isMobile && !isWhole && answer.sentences.length > 1
  return (
    <p className="zg-report-why">
      {(isCut ? answer.sentences.slice(0, 1) : answer.sentences).map((pieces, at) => (
        <span key={pieces.map(one => one.text).join('')} className={at === 0 ? 'zg-report-why-first' : undefined}>
          {pieces.map((piece, nth) =>
            piece.measures === undefined ? (
              piece.text
            ) : (
              <button key={`${nth} ${piece.text}`} type="button" onClick={() => onOpen(piece)}>
                {piece.text}
              </button>
            ),
          )}
          {t('。')}
        </span>
      ))}
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          {t('更多')}
        </button>
      )}
    </p>
  )
}
