// aws4fetch calls what fetch() takes by names that only browsers' types have.
type BodyInit = NonNullable<RequestInit['body']>;
type HeadersInit = NonNullable<RequestInit['headers']>;
