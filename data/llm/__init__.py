# SPDX-License-Identifier: Apache-2.0
"""Talk to a language model behind any OpenAI-compatible endpoint; needs the extra `llm`."""

from .client import ChatClient, LlmBudgetError, LlmError, LlmTimeoutError, Message, Reply, require
from .estimate import Estimate, estimate
from .fences import fence_of, fenced
from .journal import Journal, key_of
from .many import ask_many
from .metered import Metered, Price, Usage
from .openai_chat import OpenAIChat
from .recorded import RecordedChat, Recorder
from .structured_reply import Answered, ReplyError, ask

__all__ = [
    "Answered",
    "ChatClient",
    "Estimate",
    "Journal",
    "LlmBudgetError",
    "LlmError",
    "LlmTimeoutError",
    "Message",
    "Metered",
    "OpenAIChat",
    "Price",
    "RecordedChat",
    "Recorder",
    "Reply",
    "ReplyError",
    "Usage",
    "ask",
    "ask_many",
    "estimate",
    "fence_of",
    "fenced",
    "key_of",
    "require",
]
