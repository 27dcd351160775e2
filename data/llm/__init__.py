# SPDX-License-Identifier: Apache-2.0
"""Talk to a language model behind any OpenAI-compatible endpoint; needs the extra `llm`."""

from .client import ChatClient, LlmBudgetError, LlmError, LlmTimeoutError, Message, Reply, require
from .fences import fence_of, fenced
from .metered import Metered, Price, Usage
from .openai_chat import OpenAIChat
from .recorded import RecordedChat, Recorder
from .structured import Answered, ReplyError, ask

__all__ = [
    "Answered",
    "ChatClient",
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
    "fence_of",
    "fenced",
    "require",
]
