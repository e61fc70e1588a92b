/** The cover of a book: its picture, else its title on a ground of its own. */
import { callUrl } from '#platform/web/api/request.ts'

const grounds = 6
const groundOf = (id: string): number => Number(BigInt(id) % BigInt(grounds))

interface BookCoverProps {
  readonly id: string
  readonly title: string
  readonly author?: string
  /** id of its picture */
  readonly picture: string | null
}

export const BookCover = ({ id, title, author = '', picture }: BookCoverProps) =>
  picture === null ? (
    <span className="zg-book-cover" data-ground={groundOf(id)} aria-hidden>
      <strong>{title}</strong>
      <small>{author}</small>
    </span>
  ) : (
    <span className="zg-book-cover">
      <img src={callUrl('/fileUpload/down2', { id: picture, w: 240 })} alt="" loading="lazy" />
    </span>
  )
