/** English texts of company culture, keyed by the Chinese source. */
export default {
  还没有发布过大事记: 'No event has been published yet',
} satisfies Readonly<Record<string, string>>
