def without(answer, sentences, drop):
    out = []
    pos = 0
    for i, s in enumerate(sentences):
        if i in drop:
            out.append(answer[pos : s.unit.start])
            pos = s.unit.end
    out.append(answer[pos:])
    t = "".join(out).strip()
    return t if any(s.reason is None and i not in drop for i, s in enumerate(sentences)) else ""


def hedged(answer, sentences, unconfirmed, repair):
    return (
        repair.prefix
        + "\n\n"
        + answer
        + "\n\n"
        + repair.unconfirmed
        + "\n"
        + "\n".join(
            "- " + " ".join(answer[sentences[i].unit.start : sentences[i].unit.end].split())
            for i in unconfirmed
        )
    )


def unhedged(text, repair):
    a = repair.prefix + "\n\n"
    b = "\n\n" + repair.unconfirmed + "\n"
    if text.startswith(a) and b in text:
        return text[len(a) : text.rindex(b)]
    return None
