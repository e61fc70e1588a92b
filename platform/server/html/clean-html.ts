/** Rich text as it may be stored: what is not on the list is taken out, so that whoever shows it later shows no script. */
import sanitizeHtml from 'sanitize-html'

/** Pictures and videos of this house alone: one from elsewhere would tell its owner who reads, and may change after it was checked. */
const ownFile = /^\/api-2024\/fileUpload\/down2\?id=\d{1,19}$/
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i]
/** the sizes of the editor, 12 to 36 px */
const fontSize = [/^(?:1[2-9]|2\d|3[0-6])px$/]
const width = [/^\d{1,4}(?:\.\d+)?(?:px|%)$/]

const allowedTags =
  'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code strong b em i u s sub sup a ul ol li table colgroup col thead tbody tr th ' +
  'td img video'

const options: sanitizeHtml.IOptions = {
  allowedTags: allowedTags.split(' '),
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    video: ['src', 'controls', 'width', 'height'],
    th: ['colspan', 'rowspan', 'colwidth'],
    td: ['colspan', 'rowspan', 'colwidth'],
    ol: ['start'],
  },
  allowedStyles: {
    '*': {
      color: colour,
      'background-color': colour,
      'font-size': fontSize,
      'text-align': [/^(?:left|right|center|justify)$/],
      width,
      'min-width': width,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
  exclusiveFilter: frame => (frame.tag === 'img' || frame.tag === 'video') && !ownFile.test(frame.attribs['src'] ?? ''),
}

/** The HTML without anything that could act; empty text where nothing is left to read or see. */
export function cleanHtml(html: string): string {
  const clean = sanitizeHtml(html, options).trim()
  const isEmpty = !/<(?:img|video|hr|table)\b/.test(clean) && textOfHtml(clean) === ''
  return isEmpty ? '' : clean
}

/** The words alone. */
function textOfHtml(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&nbsp;|\u00A0/g, ' ')
    .trim()
}

const ownPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/
/** The same of a document that is looked at: its pictures are in it, and nothing is fetched. */
export const cleanPreview = (html: string): string =>
  sanitizeHtml(html, {
    ...options,
    allowedSchemesByTag: { img: ['data'] },
    exclusiveFilter: frame => frame.tag === 'video' || (frame.tag === 'img' && !ownPicture.test(frame.attribs['src'] ?? '')),
  })
